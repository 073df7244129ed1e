import { defineMenu } from '@lamplight/kit'
import { trash } from './trash.resource.ts'

export const environmentMenu = defineMenu([
  {
    code: 'trash',
    label: ['垃圾桶', 'Trash bins'],
    path: '/equipmentMana/trash',
    icon: 'trash',
    sort: 30,
    parent: 'equipment',
    resource: trash.name,
  },
])
