import { type AnswerOf, api } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { MODULES } from '../model/invite.resource.ts'
import type { getLinkage } from '../server/people/invite.handler.ts'

/** Roles, areas and modules that the signed-in user may use in an invitation. */
export type Linkage = AnswerOf<typeof getLinkage>
export type Choice = Linkage['inviteRoles'][number]
export type Module = (typeof MODULES)[number]
const LINKAGE = {
  queryKey: ['identity.invite', 'linkage'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.get<typeof getLinkage>('blade-auth/invite/getLinkage', {}, { signal }),
} as const
export const useLinkage = () => useQuery(LINKAGE)
export const useModules = () => useQuery({ ...LINKAGE, select: ({ inviteModules }) => inviteModules as readonly Module[] })
