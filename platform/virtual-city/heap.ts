/**
 * A heap of scheduled entries, ordered by time, each with two small numbers; kept in typed arrays,
 * so that a hundred thousand need little memory.
 */
export interface Heap {
  push(at: number, kind: number, index: number): void
  /** Time of the first entry; Infinity if the heap is empty. */
  first(): number
  /** Removes and returns the first entry. The heap must not be empty. */
  pop(): { at: number; kind: number; index: number }
  readonly size: number
}

/** Entries of the same time are removed in the order of insertion. */
export const createHeap = (): Heap => {
  let times = new Float64Array(1024)
  let orders = new Float64Array(1024)
  let kinds = new Uint8Array(1024)
  let indexes = new Uint32Array(1024)
  let size = 0
  let order = 0

  const grow = (): void => {
    const wider = <T extends { set(from: T): void }>(to: T, from: T): T => {
      to.set(from)
      return to
    }
    const length = times.length * 2
    times = wider(new Float64Array(length), times)
    orders = wider(new Float64Array(length), orders)
    kinds = wider(new Uint8Array(length), kinds)
    indexes = wider(new Uint32Array(length), indexes)
  }
  const before = (a: number, b: number): boolean => times[a]! < times[b]! || (times[a] === times[b] && orders[a]! < orders[b]!)
  const move = (from: number, to: number): void => {
    times[to] = times[from]!
    orders[to] = orders[from]!
    kinds[to] = kinds[from]!
    indexes[to] = indexes[from]!
  }
  const swap = (a: number, b: number): void => {
    // The slot behind the last entry is the temporary one.
    move(a, size)
    move(b, a)
    move(size, b)
  }

  return {
    push: (at, kind, index) => {
      if (size + 2 > times.length) grow()
      let slot = size++
      times[slot] = at
      orders[slot] = order++
      kinds[slot] = kind
      indexes[slot] = index
      while (slot > 0) {
        const parent = (slot - 1) >> 1
        if (!before(slot, parent)) break
        swap(slot, parent)
        slot = parent
      }
    },
    first: () => (size ? times[0]! : Number.POSITIVE_INFINITY),
    pop: () => {
      const found = { at: times[0]!, kind: kinds[0]!, index: indexes[0]! }
      size--
      move(size, 0)
      let slot = 0
      for (;;) {
        let child = 2 * slot + 1
        if (child >= size) break
        if (child + 1 < size && before(child + 1, child)) child++
        if (!before(child, slot)) break
        swap(slot, child)
        slot = child
      }
      return found
    },
    get size() {
      return size
    },
  }
}
