import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { PROJECT_TYPES } from './project-types.ts'

/** A unit that a customer runs as a whole: a street-lighting scheme, a solar village. Projects form a tree. */
export const project = defineResource({
  name: 'places.project',
  label: ['项目', 'Project'],
  about: [
    '设备归属的项目；在顶栏选中项目后，各页面只显示该项目的数据',
    'Projects that devices belong to. Pages show only the project selected in the top bar',
  ],
  code: 'project',
  scope: 'tenant',
  roles: 'places',
  api: { base: 'blade-system/project', verbs: ['list', 'lazy', 'detail', 'submit', 'remove'] },
  list: { sort: 'sort', tree: 'parentId' },
  page: { path: '/city/basis/project', label: ['项目管理', 'Projects'], icon: 'project', sort: 20, parent: 'city_basis' },
  fields: {
    name: f.text({ label: ['项目名称', 'Name'], required: true, max: 100, list: true, search: true }),
    parentId: f.ref('places.project', { label: ['上级项目', 'Parent'], wire: 'parentId', titleAs: 'parentName' }),
    type: f.choice(PROJECT_TYPES, { label: ['项目类型', 'Type'], required: true, initial: 2, list: true, search: true }),
    sort: f.int({ label: ['排序', 'Order'], min: 0, max: 99999, initial: 1, list: true }),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    move: {
      label: ['移动', 'Move'],
      on: 'rows',
      roles: 'placesWrite',
      path: 'moveProject',
      input: {
        parentId: f.ref('places.project', {
          label: ['移动到', 'Move to'],
          wire: 'parentId',
          titleAs: 'parentName',
          hint: ['留空为顶级', 'Empty: the top level'],
        }),
      },
    },
    gather: {
      label: ['移到新的上级', 'Move under'],
      on: 'rows',
      roles: 'placesWrite',
      path: 'addParentProject',
      input: { name: f.text({ label: ['上级项目名称', 'Name of the new parent'], required: true, max: 100 }) },
    },
  },
  indexes: [['parentId']],
  io: { export: true },
})
