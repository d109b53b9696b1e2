"""Letters out: queued as facts (`compose`), put into words (`render`), sent and tried again (`sending`).

What is told to whom is decided in `games.notices`; letters that come in are read in `games.inbox`.
"""
