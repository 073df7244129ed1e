import { api } from '@lamplight/console-kit'
import { writeValues } from '@lamplight/console-kit/form'
import { invalidate } from '@lamplight/console-kit/resource'
import type { Fields } from '@lamplight/kit'
import { useState } from 'react'
import { TENANT_STEPS } from '../model/tenant.resource.ts'
import { projectsOf } from './project-lines.ts'

export interface Made {
  readonly tenantId: string
  readonly account: string
  readonly adminId: string
  readonly projectId: string
  readonly town: { readonly lamps: number; readonly gateways: number } | null
}
type Values = Readonly<Record<string, unknown>>
const NOTHING: Made = { tenantId: '', account: 'admin', adminId: '', projectId: '', town: null }
const post = <T>(path: string, body: object): Promise<T> => api.post<T>(`blade-sales/tenant/${path}`, { body, quiet: true })

const CALLS: readonly ((made: Made, values: Values) => Promise<Partial<Made>>)[] = [
  async (_, values) => ({ tenantId: (await post<{ tenantId: string }>('submit', values)).tenantId }),
  async ({ tenantId }, values) => {
    const { id } = await post<{ id: string }>('administrator', { ...values, tenantId })
    return { account: String(values.account), adminId: id }
  },
  async ({ tenantId }, { projects }) => {
    const { ids } = await post<{ ids: readonly string[] }>('projects', { tenantId, projects: projectsOf(String(projects)) })
    return { projectId: ids[0] ?? '' }
  },
  async ({ tenantId, projectId }, { lamps }) => ({
    town: await post<NonNullable<Made['town']>>('town', { tenantId, projectId, lamps }),
  }),
]

/**
 * State of the wizard that creates a tenant. Each step is one call in one transaction; the results of earlier
 * steps stay. `next` throws the server's refusal.
 */
export const useWizard = () => {
  const [step, setStep] = useState(0)
  const [made, setMade] = useState<Made>(NOTHING)
  const fields: Fields | undefined = TENANT_STEPS[step]
  const next = async (values: Values): Promise<void> => {
    const part = await CALLS[step]?.(made, writeValues(fields ?? {}, values))
    setMade({ ...made, ...part })
    setStep(step + 1)
    void invalidate('sales.tenant')
  }
  return { step, fields, made, next, skip: () => setStep(TENANT_STEPS.length) }
}
