"""The parts of tree search: records, tree, root, utilities, the walk, and the network's evaluations."""
