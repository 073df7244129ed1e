import { expect, test } from 'vitest'
import { projectsOf } from './project-lines.ts'

test('projects are entered one per line, indented by two spaces for each level', () => {
  expect(projectsOf('主城区\n  北线\n    一段\n  南线\n\n乡村\n')).toEqual([
    {
      name: '主城区',
      children: [
        { name: '北线', children: [{ name: '一段', children: [] }] },
        { name: '南线', children: [] },
      ],
    },
    { name: '乡村', children: [] },
  ])
  expect(projectsOf('  甲\n\t\t乙')).toEqual([{ name: '甲', children: [{ name: '乙', children: [] }] }])
  expect(projectsOf(' \n')).toEqual([])
})
