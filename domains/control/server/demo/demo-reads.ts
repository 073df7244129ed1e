import type { ParamFamilyDefinition } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import type { Ctx } from '@lamplight/server-kit'
import { createParamAnswers } from '../params/param-answers.ts'

/** Batch of answers that belong to no command. */
const NO_BATCH = '0'

/** In a demo: stores values that devices reported for a family at `at` (epoch ms), as answers to a read are stored. */
export const storePastReads = (
  { platform, tenantId, query }: Ctx,
  family: ParamFamilyDefinition,
  reads: readonly { readonly deviceId: string; readonly value: ParamValue; readonly at: number }[],
): Promise<void> =>
  createParamAnswers(platform)(
    reads.map(({ deviceId, value, at }) => ({
      deviceId,
      batchId: NO_BATCH,
      tenantId,
      family: family.name,
      op: 'get' as const,
      ok: true,
      code: '',
      at,
      held: value,
    })),
  )(query)
