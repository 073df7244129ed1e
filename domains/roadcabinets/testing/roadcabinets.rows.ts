import type { SliceRows } from '@lamplight/testing'

export const roadcabinetsRows: SliceRows = {
  rows: {
    /** The first version of a board. The server stored it with the board. */
    'roadcabinets.boardVersion': async ({ row, first }) =>
      first('roadcabinets_board_version', `board_id = ${await row('roadcabinets.board')} and not is_deleted`),
  },
}
