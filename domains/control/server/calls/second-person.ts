import { rightsPort } from '@lamplight/identity/model'
import type { Text } from '@lamplight/kit'
import { A, type Ctx, type Platform, type Route, route, T } from '@lamplight/server-kit'
import { paramsPort } from '@lamplight/system/model'
import type { SecondPerson } from '../../model/second-person.ts'

/** Work that a second person approves: the right to approve it, and the parameter with the number of devices above which it is needed. */
export interface Approved {
  readonly right: string
  readonly param: string
}

/** The number of devices above which a second person approves; 0: none needs approval. */
export const approvalLimit = async (platform: Platform, { param }: Pick<Approved, 'param'>): Promise<number> =>
  Number(await platform.port(paramsPort).text(param, '0'))

/** True if work on so many devices waits for a second person. */
export const needsSecondPerson = async (platform: Platform, approved: Pick<Approved, 'param'>, devices: number): Promise<boolean> => {
  const limit = await approvalLimit(platform, approved)
  return limit > 0 && devices > limit
}

const secondPersonOf = async ({ platform, tenantId, user }: Ctx, approved: Approved): Promise<SecondPerson> => {
  const all = await platform.port(rightsPort).deciders(platform.system.query, tenantId, approved.right)
  const others = all.filter(({ id }) => id !== user.id)
  const seesPeople = !user.cut.areas && !user.cut.projects && !user.scopes
  return { limit: await approvalLimit(platform, approved), people: seesPeople ? others : [], others: others.length }
}

/** Call that tells before the work from which number of devices on it needs a second person, and who may approve. */
export const secondPersonRoute = (
  call: Approved & {
    readonly path: string
    readonly summary: Text
    readonly permission: string
    readonly orPermissions?: readonly string[]
  },
): Route =>
  route({
    method: 'GET',
    path: call.path,
    summary: call.summary,
    permission: call.permission,
    ...(call.orPermissions && { orPermissions: call.orPermissions }),
    query: T.Object({}),
    returns: A.of({ limit: A.int, people: A.list(A.of({ id: A.id, name: A.text })), others: A.int }),
    handler: ({ ctx }) => secondPersonOf(ctx, call),
  })
