import { arrayOf, type Ctx } from '@lamplight/server-kit'

/** A device at its place from one instant to another, epoch ms. */
interface InPlace {
  readonly deviceId: string
  readonly from: number
  readonly to: number
}
const REPLACED =
  'select old_id::text as old, at from devices_replacement where new_id = $1 and at > $2 and at < $3 order by at desc limit 1'

/**
 * The devices that had the place of `deviceId` from `begin` (epoch ms) until now, the last one first: the device itself since it was installed, before that
 * the one that it replaced, and so on. Readings, faults and commands stay with the device that they came from, so the history of a place is that
 * of all of them. The undo of a replacement is another one, in the other direction.
 */
export const devicesInPlace = async (ctx: Ctx, deviceId: string, begin: number): Promise<readonly InPlace[]> => {
  const found: InPlace[] = []
  let [id, to] = [deviceId, ctx.now().getTime()]
  // A replacement of this very millisecond counts.
  let before = to + 1
  for (;;) {
    const [replaced] = await ctx.query<{ old: string; at: Date }>(REPLACED, [id, new Date(begin), new Date(before)])
    const from = replaced?.at.getTime() ?? begin
    found.push({ deviceId: id, from, to })
    if (!replaced) return found
    id = replaced.old
    to = from
    before = from
  }
}

/** The device that had the place of `deviceId` at an instant, epoch ms. */
export const deviceInPlace = async (ctx: Ctx, deviceId: string, at: number): Promise<string> =>
  (await devicesInPlace(ctx, deviceId, at)).at(-1)?.deviceId ?? deviceId

/** Rows `p (id, since, until)` of these devices, from three parameters that begin at `$1`. */
export const IN_PLACE = 'unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as p (id, since, until)'
/** The parameters of `IN_PLACE`. */
export const inPlaceParams = (places: readonly InPlace[]): readonly string[] => [
  arrayOf(places.map(({ deviceId }) => deviceId)),
  arrayOf(places.map(({ from }) => new Date(from).toISOString())),
  arrayOf(places.map(({ to }) => new Date(to).toISOString())),
]
