import { type Ctx, errors } from '@lamplight/server-kit'
import { controlErrors } from '../../model/index.ts'
import type { Reader } from '../calls/wire-input.ts'
import { failedDevices, seesBatch } from './items.ts'

/** A record that a call repeats: its command, arguments, and the devices that receive it again. */
export interface Repeated {
  readonly again: string
  readonly cmd: string
  readonly args: Readonly<Record<string, unknown>>
  readonly deviceIds: readonly string[]
}

/**
 * Returns the record that a call repeats by `againCommandRecordId` or `batchId`, with its failed devices, or those of them that the call names in `ids`;
 * null if the call repeats none. Throws if the user does not see the record, if `isSame` does not accept it, or if nothing is left to repeat.
 */
export const repeatedBy = async (
  ctx: Ctx,
  reader: Reader,
  { ids, isSame }: { readonly ids: string; readonly isSame: (record: Pick<Repeated, 'cmd' | 'args'>) => boolean },
): Promise<Repeated | null> => {
  const again = reader.id('againCommandRecordId') ?? reader.id('batchId')
  if (again === null) return null
  if (!(await seesBatch(ctx, again))) throw controlErrors.noBatch({}, 'againCommandRecordId')
  const [old] = await ctx.query<{ cmd: string | null; args: string | null }>('select cmd, args from control_batch where id = $1', [again])
  const record = { cmd: old?.cmd ?? '', args: JSON.parse(old?.args ?? '{}') as Repeated['args'] }
  if (!isSame(record)) throw controlErrors.otherBatch({}, 'againCommandRecordId')
  const deviceIds = await failedDevices(ctx, again, reader.ids(ids))
  if (deviceIds.length === 0) throw controlErrors.nothingToRetry()
  return { again, ...record, deviceIds }
}

/** Returns the id of the group of a call. Throws if it is missing. */
export const groupIn = (reader: Reader): string => {
  const groupId = reader.id('groupId')
  if (groupId === null) throw errors.missingParameter({ field: 'groupId' }, 'groupId')
  return groupId
}
