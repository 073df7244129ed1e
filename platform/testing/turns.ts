/** Milliseconds of processor time that this thread has used. */
const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Measures the turns of this thread's event loop by the processor time of each turn. Other work of the machine makes a turn start later,
 * but does not count. The event loop is busy while it is measured.
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
