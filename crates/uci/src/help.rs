//! `help`: what can be typed.

/// All commands, those of the protocol first.
pub(crate) const HELP: &str = "\
Coppice speaks UCI, the protocol of chess programs. Every command can also be an argument of the program:
  coppice bench
  coppice \"position startpos moves e2e4\" \"go depth 12\"

The protocol:
  uci                        name, options, and protocol output from now on
  isready                    answers 'readyok', at any time
  setoption name <n> [value <v>]
  ucinewgame                 forget the last game
  position startpos | fen <FEN> [moves <m> ...]
  go [<limit> ...]           search; the first limit reached ends it
     depth <n>  nodes <n>  mate <n>  movetime <ms>  infinite  ponder
     wtime <ms>  btime <ms>  winc <ms>  binc <ms>  movestogo <n>
     searchmoves <m> ...     only these moves
  go perft <n>               count the leaves of the tree of legal moves
  stop, ponderhit, quit
  debug on | off             show how commands were understood

For people:
  d                          the board, FEN, key and checkers
  eval                       the static evaluation, term by term
  flip                       swap the colours
  bench [<depth>]            search the bench positions; the node count tells versions apart
  spsa                       the parameters of a tuning build, as OpenBench reads them
  genfens <n> seed <s> book <None | path> [frc | dfrc] [plies <n>]
                             openings for self-play
  help                       this text

Moves are written e2e4, e7e8q; castling is e1g1 or e1h1 (king takes rook), both are understood.";
