import type { Text } from '@lamplight/kit'
import type { PlanNote } from './model.ts'

/** Different remarks that are kept, and row numbers of each. */
const NOTES_AT_MOST = 100
const ROWS_AT_MOST = 5

export interface Notes {
  add(text: Text, row: number): void
  list(): readonly PlanNote[]
}

/** Collects remarks on rows: equal ones are counted together with the first rows that they are about. */
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

/** A remark with the rows that it is about: all of them, or the first and how many there are. */
export const noteWithRows = ({ text: [zh, en], rows, at }: PlanNote): Text => {
  const [first, named] = [at.join('、'), at.join(', ')]
  const more = rows - at.length
  if (more > 0) return [`${zh}：第 ${first} 行等 ${rows} 行`, `${en}: rows ${named} and ${more} more`]
  return [`${zh}：第 ${first} 行`, `${en}: ${rows === 1 ? 'row' : 'rows'} ${named}`]
}
