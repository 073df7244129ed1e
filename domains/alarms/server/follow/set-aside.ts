import { isRepeatedKey, type Query } from '@lamplight/server-kit'

/**
 * Runs `work`, one statement over the rows of `alarms_news`. If the statement violates a unique key, half of the devices are tried without the others, and so on,
 * until the devices that cause it are alone: these lose their rows and are told to `onFailed`, so that one device does not stop the alarms of all.
 */
export const setAsideFailing = async <T>(query: Query, work: () => Promise<T[]>, onFailed: (deviceId: string) => void): Promise<T[]> => {
  const tried = async (otherwise: () => Promise<T[]>): Promise<T[]> => {
    await query('savepoint trying')
    try {
      return await work()
    } catch (thrown) {
      if (!isRepeatedKey(thrown)) throw thrown
      await query('rollback to savepoint trying')
      return otherwise()
    }
  }
  const part = async (ids: readonly string[]): Promise<T[]> => {
    await query('insert into alarms_news select * from alarms_apart where device_id = any($1::bigint[])', [ids])
    return tried(async () => {
      await query('delete from alarms_news where device_id = any($1::bigint[])', [ids])
      if (ids.length === 1) {
        onFailed(ids[0] as string)
        return []
      }
      const middle = Math.ceil(ids.length / 2)
      return [...(await part(ids.slice(0, middle))), ...(await part(ids.slice(middle)))]
    })
  }
  return tried(async () => {
    await query('create temporary table alarms_apart on commit drop as select * from alarms_news')
    await query('delete from alarms_news')
    const devices = await query<{ id: string }>('select distinct device_id::text as id from alarms_apart order by 1')
    return part(devices.map(({ id }) => id))
  })
}
