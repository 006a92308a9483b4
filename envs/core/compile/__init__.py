"""Behind the decorator: what a kernel is made of, where its machine code is kept, who compiles it.

pieces.py   a digest of everything that is frozen into a kernel
folder.py   the user's cache folder: found, judged safe, pruned, measured, cleared
library.py  parts that are linked, wholes that are optimised
store.py    machine code on disk, one file a kernel and signature; heals itself
share.py    compiled kernels in one file, for other machines
work.py     one compilation, with all the kernels it needs on the way
lock.py     one process compiles a game, the others wait
notices.py  what is said to the user, once
"""
