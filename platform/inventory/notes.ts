import type { Text } from '@lamplight/kit'
import type { PlanNote } from './model.ts'

/** Largest number of distinct remarks, and of row numbers per remark. */
const NOTES_AT_MOST = 100
const ROWS_AT_MOST = 5

export interface Notes {
  add(text: Text, row: number): void
  list(): readonly PlanNote[]
}

/** Collects remarks about rows: equal ones are counted together, with the numbers of the first rows. */
export const createNotes = (): Notes => {
  const notes = new Map<string, { text: Text; rows: number; at: number[] }>()
  return {
    add: (text, row) => {
      const known = notes.get(text[1])
      if (known) {
        known.rows++
        if (known.at.length < ROWS_AT_MOST) known.at.push(row)
      } else if (notes.size < NOTES_AT_MOST) notes.set(text[1], { text, rows: 1, at: [row] })
    },
    list: () => [...notes.values()].map((note) => ({ ...note, at: [...note.at] })),
  }
}

/** Returns a remark with its row numbers: all of them, or the first ones and the total. */
export const noteWithRows = ({ text: [zh, en], rows, at }: PlanNote): Text => {
  const [first, named] = [at.join('、'), at.join(', ')]
  const more = rows - at.length
  if (more > 0) return [`${zh}：第 ${first} 行等 ${rows} 行`, `${en}: rows ${named} and ${more} more`]
  return [`${zh}：第 ${first} 行`, `${en}: ${rows === 1 ? 'row' : 'rows'} ${named}`]
}
