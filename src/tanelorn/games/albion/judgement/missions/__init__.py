"""What a seat wants to do with a turn: marches and sieges, quests for artifacts and whom they serve, teleports, voyages
and raids, the hunt at sea.
"""
