import type { Relay } from '../process/relay.ts'

const GATHER_MS = 20
/** The interest is sent again at this interval, ms, in case a message was lost. */
const AGAIN_MS = 5000

/** Exchanges between processes which topics their browsers listen to. Names are `tenant topic`. */
export interface Interest {
  /** Returns the number of other processes with listeners to this name. */
  readonly elsewhere: (name: string) => number
  /** Call it when the listeners of this process have changed. */
  readonly changed: () => void
  /** Sends the interest at once; resolves when the other processes have it, at the latest after `ms`. */
  readonly announced: (ms: number) => Promise<void>
}

export const createInterest = (relay: Relay, here: () => Iterable<string>): Interest => {
  const wanted = new Map<string, ReadonlySet<string>>()
  let timer: NodeJS.Timeout | undefined
  let last = ''
  const announce = (again: boolean): void => {
    clearTimeout(timer)
    timer = undefined
    const names = [...new Set(here())].sort()
    const text = names.join()
    if (text === last && !again) return
    last = text
    relay.send('wants', names)
  }
  relay.on('wants', (names, from) => wanted.set(from, new Set(names as string[])))
  relay.onPeer((id, arrived) => {
    if (arrived) announce(true)
    else wanted.delete(id)
  })
  relay.onReturn(() => {
    wanted.clear()
    announce(true)
  })
  setInterval(() => announce(true), AGAIN_MS).unref()
  return {
    elsewhere: (name) => {
      let n = 0
      for (const names of wanted.values()) if (names.has(name)) n += 1
      return n
    },
    changed: () => {
      timer ??= setTimeout(() => announce(false), GATHER_MS)
    },
    announced: (ms) => {
      if (relay.peers() === 0) return Promise.resolve()
      announce(false)
      return relay.settled(ms)
    },
  }
}
