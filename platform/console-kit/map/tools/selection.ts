/** How a gesture changes the selection: plain, with Shift, with Alt. */
export type SelectMode = 'replace' | 'add' | 'subtract'

/** The selected lamps: a mask over the store's indexes. */
export type Selection = {
  /** One byte per lamp, 1 if selected; changed in place. */
  mask: () => Uint8Array
  count: () => number
  has: (index: number) => boolean
  /** Applies `indices` and returns those whose selection changed. */
  apply: (indices: Iterable<number>, mode: SelectMode) => number[]
  /** Clears the selection and resizes it for `n` lamps. */
  resize: (n: number) => void
  indices: () => Uint32Array
}

export const createSelection = (size = 0): Selection => {
  let mask = new Uint8Array(size)
  let count = 0

  const set = (i: number, value: 0 | 1, changed: number[]): void => {
    if (i < 0 || i >= mask.length || mask[i] === value) return
    mask[i] = value
    count += value === 1 ? 1 : -1
    changed.push(i)
  }

  const indices = (): Uint32Array => {
    const found = new Uint32Array(count)
    let k = 0
    for (let i = 0; i < mask.length && k < count; i++) if (mask[i] === 1) found[k++] = i
    return found
  }

  return {
    mask: () => mask,
    count: () => count,
    has: (index) => mask[index] === 1,
    apply: (wanted, mode) => {
      const changed: number[] = []
      if (mode === 'replace') {
        const before = mask.slice()
        mask.fill(0)
        count = 0
        for (const i of wanted) set(i, 1, [])
        for (let i = 0; i < mask.length; i++) if (mask[i] !== before[i]) changed.push(i)
        return changed
      }
      for (const i of wanted) set(i, mode === 'add' ? 1 : 0, changed)
      return changed
    },
    resize: (n) => {
      mask = new Uint8Array(n)
      count = 0
    },
    indices,
  }
}
