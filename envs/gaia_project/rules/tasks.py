"""What is to be decided or done next: a stack of tasks, each with a seat and two arguments.

A rule that has a follow-up pushes it; the top of the stack is the decision at hand. Steps that the
engine takes by itself lie on the same stack (see step.py).
"""

from __future__ import annotations

from exozoo.envs.core.jit import jit


@jit
def push(s, task, seat, a, b):
    """Do this first, before everything that is pending."""
    top = s.num_tasks
    s.task[top] = task
    s.task_seat[top] = seat
    s.task_a[top] = a
    s.task_b[top] = b
    s.num_tasks = top + 1


@jit
def pop(s):
    """The top task is done."""
    top = s.num_tasks - 1
    s.num_tasks = top
    s.task[top] = 0
    s.task_seat[top] = 0
    s.task_a[top] = 0
    s.task_b[top] = 0
