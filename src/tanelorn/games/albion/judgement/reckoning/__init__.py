"""What a bot reckons with: the strength of both sides as far as a seat may know it, who could march together, what the
charts bring in battles, overruns and challenges, and what the enemy could do next.
"""
