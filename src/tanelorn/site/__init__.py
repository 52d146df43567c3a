"""The site: tables, live boards, replays and rulebooks, served by Django and Channels."""
