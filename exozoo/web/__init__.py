"""The web server: play, watch and study games in a browser. Needs the extra `web`.

hidden     which seats can tell what another one chose      players    agents, and the threads they think in
table      one game: seats, tokens, what was played         analysis   what an agent thinks of a position
room       all games of the server, bounded                 view       what one seat is shown of a game
catalogue  what the start page offers                       requests   strict reading of what comes in
guard      who may talk to the server                       app        the routes; `static/` is the page
"""
