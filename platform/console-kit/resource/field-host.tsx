import { type DictEntry, type FieldHost, FieldHostContext, type FileHost, MIXED, type RefOption } from '@lamplight/fields/view'
import { permissionOf, pick, type Text } from '@lamplight/kit'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import { useLang } from '../i18n/use-t.ts'
import { usePermission, useUser } from '../session/menus.ts'
import { api } from '../session/session.ts'
import { isTree, listPath } from './calls.ts'
import type { ResourceConsole } from './console-resource.ts'
import { useFixedParams } from './fixed-params.ts'
import { type Entry, titleField, titleOf, wireName } from './form/entry.ts'
import { knownResource } from './known.ts'
import { readList } from './list/use-list.ts'
import { RowLink } from './parts/row-link.tsx'
import { loadConsole, useConsole } from './slices.ts'

const NEVER_OLD = { staleTime: 300_000, retry: false } as const
const NO_ENTRIES: readonly DictEntry[] = []
const NO_OPTIONS: readonly RefOption[] = []
const NO_TITLES: ReadonlyMap<string, string> = new Map()

interface WireEntry {
  readonly dictKey: string | number
  readonly dictValue: string
  readonly dictEnValue?: string
  readonly isSealed?: number
}

/** Entries of a dictionary in the user's language (wire-contract.md 4.4); empty until they are loaded. */
const useDictionary = (code: string): readonly DictEntry[] => {
  const lang = useLang()
  const { data } = useQuery({
    queryKey: ['dictionary', code],
    queryFn: () => api.get<readonly WireEntry[]>('blade-system/dict/dictionary', { code, sealed: 1 }, { quiet: true }),
    ...NEVER_OLD,
  })
  return useMemo(() => {
    if (!Array.isArray(data)) return NO_ENTRIES
    return data.map((entry: WireEntry) => ({
      key: String(entry.dictKey),
      label: pick([entry.dictValue, entry.dictEnValue || entry.dictValue], lang),
      sealed: Number(entry.isSealed ?? 0) === 1,
    }))
  }, [data, lang])
}

const optionsOf = (console: ResourceConsole, entries: readonly Entry[], depth = 0): RefOption[] =>
  entries.flatMap((entry) => [
    { id: entry.id, title: titleOf(console.resource, entry), depth },
    ...optionsOf(console, entry.children ?? [], depth + 1),
  ])

/**
 * Parameters of a search for references: the first ten rows whose title contains the text
 * (rule.const.search); of one tenant if given.
 */
const searchQuery = (console: ResourceConsole, text: string, tenantId: string | null): Record<string, string> => {
  const whose: Record<string, string> = tenantId && console.resource.scope === 'platform' ? { tenantId } : {}
  if (isTree(console.resource)) return whose
  const title = wireName(console.resource.fields, titleField(console.resource))
  return { ...whose, current: '1', size: '10', ...(text.trim() ? { [`${title}_like`]: text.trim() } : {}) }
}

const useOptions: FieldHost['useOptions'] = (resource, text, open, { tenantId, only }) => {
  // A picker that nobody opens needs no code of another slice.
  const console = useConsole(resource, open)
  const whole = console !== undefined && isTree(console.resource)
  const fixed = useFixedParams()
  const { data, isFetching } = useQuery({
    queryKey: [resource, 'options', tenantId, whole ? '' : text, fixed, only],
    queryFn: async ({ signal }) => {
      const console = await loadConsole(resource)
      if (!console) return NO_OPTIONS
      const query = { ...searchQuery(console, text, tenantId), ...only, ...fixed }
      const answer = await api.get<unknown>(listPath(console.resource), query, { signal, quiet: true })
      return optionsOf(console, readList(console, answer).entries)
    },
    enabled: open,
    // Rows of another tenant are not shown while those of the selected one are loading.
    placeholderData: (before, query) => (query?.queryKey[2] === tenantId ? before : undefined),
    staleTime: 30_000,
    retry: false,
  })
  return { options: data ?? NO_OPTIONS, loading: isFetching, whole }
}

const useTitles: FieldHost['useTitles'] = (resource, ids) => {
  const fixed = useFixedParams()
  const { data } = useQuery({
    queryKey: [resource, 'titles', ids, fixed],
    queryFn: async ({ signal }) => {
      const console = await loadConsole(resource)
      if (!console) return NO_TITLES
      const query = { ids: ids.join(','), current: 1, size: Math.max(10, ids.length), ...fixed }
      const { entries } = readList(console, await api.get<unknown>(listPath(console.resource), query, { signal, quiet: true }))
      return new Map(optionsOf(console, entries).map((option): [string, string] => [option.id, option.title]))
    },
    enabled: ids.length > 0,
    ...NEVER_OLD,
  })
  return data ?? NO_TITLES
}

const NO_RIGHT: Text = ['没有查看这类数据的权限', 'You may not see this kind of data']
const SEVERAL: Text = ['所选数据属于不同租户，请按租户分别操作', 'The chosen rows belong to several tenants: choose rows of one tenant']
const THEIRS: Text = ['由该租户的管理员选择', 'Chosen by an administrator of that tenant']

const useObstacle: FieldHost['useObstacle'] = (resource, tenantId) => {
  const known = knownResource(resource)
  const held = usePermission(known ? permissionOf(known, 'list') : '')
  const own = useUser()?.tenantId
  const isForeign = tenantId !== null && tenantId !== own
  const scope = useConsole(resource, isForeign)?.resource.scope
  if (!known) return null
  if (!held) return NO_RIGHT
  if (tenantId === MIXED) return SEVERAL
  return isForeign && scope !== undefined && scope !== 'platform' && scope !== 'global' ? THEIRS : null
}

/** Uploads a file and returns its path on this server, so that the address survives a change of the console's host. */
const upload = async (file: File): Promise<string> => {
  const form = new FormData()
  form.set('file', file, file.name)
  const { link, domain } = await api.upload<{ link: string; domain: string }>('blade-resource/oss/endpoint/put-file', form)
  return link.slice(domain.length)
}
const useUpload: FieldHost['useUpload'] = () => (usePermission('attach_upload') ? upload : null)

let files: Promise<FileHost> | undefined
const loadFiles: FieldHost['loadFiles'] = () => {
  files ??= import('./form/file-host.ts').then((module) => module.fileHost)
  return files
}

/** Provides the console's functions to the field types of generated pages. */
export const FieldsHost = ({ children }: { children: ReactNode }) => {
  const { lang, number, time } = useFormat()
  const host = useMemo<FieldHost>(
    () => ({
      lang,
      number,
      useDictionary,
      useOptions,
      useTitles,
      useObstacle,
      useUpload,
      Link: RowLink,
      now: () => time(Date.now()),
      loadFiles,
    }),
    [lang, number, time],
  )
  return <FieldHostContext value={host}>{children}</FieldHostContext>
}
