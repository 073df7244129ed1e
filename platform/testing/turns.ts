/** Milliseconds of processor time that this thread has used. */
const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Measures the turns of this thread's event loop by the processor time that each uses: a machine that does other work at the same time makes a turn
 * start later but does not lengthen it. It keeps the event loop busy while it watches.
 */
export const watchTurns = () => {
  let last = used()
  let longest = 0
  let next: NodeJS.Immediate | undefined
  const turn = (): void => {
    const at = used()
    longest = Math.max(longest, at - last)
    last = at
    next = setImmediate(turn)
  }
  turn()
  return {
    /** The longest turn since the last call, ms. */
    longest: (): number => {
      const found = longest
      longest = 0
      return found
    },
    stop: (): void => clearImmediate(next),
  }
}
