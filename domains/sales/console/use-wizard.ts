import { api } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useState } from 'react'
import { projectsOf } from './project-lines.ts'
import { type Line, type Typed, type Wrong, wrongOf } from './small-form.tsx'

export const STEPS = ['stepBrand', 'stepAdmin', 'stepProjects', 'stepTown', 'stepDone'] as const
export interface Made {
  readonly tenantId: string
  readonly account: string
  readonly adminId: string
  readonly projectId: string
  readonly town: { readonly lamps: number; readonly gateways: number } | null
}
const NOTHING: Made = { tenantId: '', account: 'admin', adminId: '', projectId: '', town: null }

/** The steps that make a tenant: each is one call and one transaction; what is made stays made. */
export const useWizard = () => {
  const [step, setStep] = useState(0)
  const [made, setMade] = useState<Made>(NOTHING)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const post = <T>(path: string, body: object): Promise<T> => api.post<T>(`blade-sales/tenant/${path}`, { body, quiet: true })
  const tenantId = made.tenantId
  const calls: readonly ((typed: Typed) => Promise<Partial<Made>>)[] = [
    async (typed) => ({ tenantId: (await post<{ tenantId: string }>('submit', typed)).tenantId }),
    async (typed) => {
      const { id } = await post<{ id: string }>('administrator', { ...typed, tenantId })
      return { account: typed.account ?? '', adminId: id }
    },
    async (typed) => ({
      projectId:
        (await post<{ ids: readonly string[] }>('projects', { tenantId, projects: projectsOf(typed.projects ?? '') })).ids[0] ?? '',
    }),
    async (typed) => ({
      town: await post<NonNullable<Made['town']>>('town', { tenantId, projectId: made.projectId, lamps: Number(typed.lamps) }),
    }),
  ]
  const next = (typed: Typed, lines: readonly Line[]): void => {
    setBusy(true)
    setWrong(null)
    calls[step]?.(typed)
      .then((part) => {
        setMade({ ...made, ...part })
        setStep(step + 1)
        void invalidate('sales')
      })
      .catch((thrown: unknown) => setWrong(wrongOf(lines, thrown)))
      .finally(() => setBusy(false))
  }
  return { step, made, busy, wrong, next, skip: () => setStep(STEPS.length - 1), refuse: setWrong }
}
