"""Games that are played for a score: cards on foundations that are paid for, hands on a grid."""
