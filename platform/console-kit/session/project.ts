import { queryClient } from '../api/query-client.ts'
import { createState, useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import { onSessionEnd } from './session.ts'

export interface Project {
  readonly id: string
  readonly name: string
}

/** The selected project, also stored in the session storage (rule.project.global, decisions.md A73). */
export const project = createState<Project | null>(storage.read<Project>('project'))
onSessionEnd(() => project.set(null))

/** Selects a project, or none; shown lists reload. */
export const setProject = (next: Project | null): void => {
  if (next) storage.write('project', next, 'session')
  else storage.remove('project')
  project.set(next)
  void queryClient.invalidateQueries()
}

/** The selected project; use its id in the query key and in the parameter `projectId` of a call. */
export const useProject = (): { readonly project: Project | null; readonly setProject: (next: Project | null) => void } => ({
  project: useStateOf(project),
  setProject,
})
