"""Agents against each other: schedules, matches, ratings, reports."""
