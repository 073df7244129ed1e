import { defineMenu } from '@lamplight/kit'
import { trash } from './trash.resource.ts'

export const environmentMenu = defineMenu([
  { code: 'trash', label: trash.label, path: '/equipmentMana/trash', icon: 'trash', sort: 30, parent: 'equipment', resource: trash.name },
])
