"""Cards that leave play together: pairs that add up, cards of one rank, suit or colour."""
