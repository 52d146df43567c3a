"""The Age of the Young Kingdoms: Diplomacy with two sorcerers, ten spells and five fortresses."""
