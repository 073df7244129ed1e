import pg from 'pg'

/** Opens a connection. If the server ends it between two statements, the next statement fails. */
export const connectTo = async (config: string | pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client(typeof config === 'string' ? { connectionString: config } : config)
  // Without this listener Node ends the process when the connection is lost while no statement runs.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
