import { area } from '../model/area.resource.ts'
import { project } from '../model/project.resource.ts'
import { moveDialogOf } from './move.dialog.tsx'

export const MoveAreas = moveDialogOf<{ id: string; areaName: string }>(
  { kind: 'area', nameOf: (row) => row.areaName },
  area.actions.move.input.parentId,
)
export const MoveProjects = moveDialogOf<{ id: string; name: string }>(
  { kind: 'project', nameOf: (row) => row.name },
  project.actions.move.input.parentId,
)
