import { type AnswerOf, api, type TypedCall } from '@lamplight/console-kit'
import { writeValues } from '@lamplight/console-kit/form'
import { invalidate } from '@lamplight/console-kit/resource'
import type { Fields } from '@lamplight/kit'
import { useState } from 'react'
import { TENANT_STEPS } from '../model/tenant.resource.ts'
import type { tenantAdministrator, tenantFound, tenantProjects, tenantTown } from '../server/wizard.handler.ts'
import { projectsOf } from './project-lines.ts'

export interface Made {
  readonly tenantId: string
  readonly account: string
  readonly adminId: string
  readonly projectId: string
  readonly town: AnswerOf<typeof tenantTown> | null
}
type Values = Readonly<Record<string, unknown>>
const NOTHING: Made = { tenantId: '', account: 'admin', adminId: '', projectId: '', town: null }
const post = <R extends TypedCall<'POST'>>(path: string, body: object): Promise<AnswerOf<R>> =>
  api.post<AnswerOf<R>>(`blade-sales/tenant/${path}`, { body, quiet: true })

const CALLS: readonly ((made: Made, values: Values) => Promise<Partial<Made>>)[] = [
  async (_, values) => ({ tenantId: (await post<typeof tenantFound>('submit', values)).tenantId }),
  async ({ tenantId }, values) => {
    const { id } = await post<typeof tenantAdministrator>('administrator', { ...values, tenantId })
    return { account: String(values.account), adminId: id }
  },
  async ({ tenantId }, { projects }) => {
    const { ids } = await post<typeof tenantProjects>('projects', { tenantId, projects: projectsOf(String(projects)) })
    return { projectId: ids[0] ?? '' }
  },
  async ({ tenantId, projectId }, { lamps }) => ({
    town: await post<typeof tenantTown>('town', { tenantId, projectId, lamps }),
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
