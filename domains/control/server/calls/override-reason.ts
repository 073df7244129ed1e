import type { Ctx } from '@lamplight/server-kit'
import { controlErrors } from '../../model/index.ts'

interface Override {
  /** The command lasts until somebody ends it. */
  readonly endless: boolean
  readonly reason?: string | null
  /** Record that the command repeats. */
  readonly again?: string | null
}

/**
 * Returns the reason of a user's command: the given one, else that of the record that it repeats; null if it has none. A record without an end that was
 * stored without a reason can be repeated: it was sent before reasons were asked for, or by the platform.
 * @throws controlErrors.reasonMissing
 */
export const reasonOf = async (ctx: Ctx, { endless, reason, again }: Override): Promise<string | null> => {
  if (reason) return reason
  const [old] = again
    ? await ctx.query<{ reason: string | null; endless: boolean }>(
        'select reason, duration is null and until is null as endless from control_batch where id = $1',
        [again],
      )
    : []
  if (endless && !old?.reason && !old?.endless) throw controlErrors.reasonMissing({}, 'reason')
  return old?.reason ?? null
}
