"""The ways by which a message reaches somebody besides mail: browsers and webhooks."""
