/** Query of the next load, by chunk file; a file that never failed has none. */
const queries = new Map<string, string>()

/**
 * Loads a chunk. A browser keeps a failed load of a module until the document is reloaded: it answers a second import of the same address from
 * that failure, without a request. So each load after a failed one gets a new query. A file that was loaded keeps its query: a module has one instance.
 */
export const loadAgain = (file: string, load: (query: string) => Promise<unknown>): Promise<unknown> =>
  load(queries.get(file) ?? '').catch((thrown: unknown) => {
    queries.set(file, `?again=${Number(queries.get(file)?.slice('?again='.length) ?? 0) + 1}`)
    throw thrown
  })

/** Makes `loadAgain` known to the chunks, in which the builder replaces every dynamic import by a call of it. */
export const offerLoadAgain = (): void => void Object.assign(globalThis, { llLoad: loadAgain })
