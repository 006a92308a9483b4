"""Self-play as data: games in Parquet, a byte or two a decision, and readers that rebuild the rest.

settings  what decides the games of a dataset      manifest  dataset.json: what the folder holds
schema    the tables                               reading   games and decisions, for training
shards    one file: written whole, never trusted   rebuild   positions from actions, by kernels
play      the games of one shard                   check     checksums, schema, every game replayed
run       all shards, resumable                    merge, card, loader (torch)
"""
