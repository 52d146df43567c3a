"""The judge: units and orders in, results out; where the dislodged may go, who may build. Uses the board and orders."""
