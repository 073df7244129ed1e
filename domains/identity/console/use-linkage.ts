import { api } from '@lamplight/console-kit'
import { useQuery } from '@tanstack/react-query'
import type { MODULES } from '../model/invite.resource.ts'

export interface Choice {
  readonly id: string
  readonly title: string
}
/** Roles, areas and modules that the signed-in user may use in an invitation. */
export interface Linkage {
  readonly inviteRoles: readonly Choice[]
  readonly inviteDepts: readonly Choice[]
  readonly inviteRegion: readonly Choice[]
  readonly expireHours: number
  readonly inviteModules: readonly (typeof MODULES)[number][]
}
const LINKAGE = {
  queryKey: ['identity.invite', 'linkage'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.get<Linkage>('blade-auth/invite/getLinkage', {}, { signal }),
} as const
export const useLinkage = () => useQuery(LINKAGE)
export const useModules = () => useQuery({ ...LINKAGE, select: ({ inviteModules }) => inviteModules })
