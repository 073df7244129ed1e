import { f } from '@lamplight/fields/model'
import { defineResource, type Fields } from '@lamplight/kit'
import { describe, expect, it } from 'vitest'
import { changes, checkDraft, initialDraft, readRefusal, sectionsOf, shownNames, writable } from './draft.ts'

const fields = {
  name: f.text({ label: ['名称', 'Name'], required: true, max: 5 }),
  kind: f.choice({ 0: ['永久', 'Permanent'], 1: ['临时', 'Temporary'] }, { label: ['方式', 'Mode'], required: true, initial: 1 }),
  duration: f.int({ label: ['时长', 'Duration'], required: true, min: 1, max: 3600, when: { kind: { eq: 1 } } }),
  password: f.secret({ label: ['密码', 'Password'], required: true }),
  postId: f.ref('lighting.post', { label: ['灯杆', 'Post'], wire: 'lampPostId' }),
  state: f.int({ label: ['状态', 'State'], readonly: true }),
  code: f.text({ label: ['编号', 'Code'], form: 'create' }),
} satisfies Fields

describe('a draft', () => {
  it('sets time fields that ask for it to the current time, and leaves others empty', () => {
    const times = { from: f.time({ label: ['开始', 'From'], now: true }), to: f.time({ label: ['结束', 'To'] }) } satisfies Fields
    const { from, to } = initialDraft(times)
    expect(Math.abs(Date.parse(`${String(from).replace(' ', 'T')}+08:00`) - Date.now())).toBeLessThan(60_000)
    expect(to).toBe(null)
  })

  it('sets a month that asks for it to the last complete one', () => {
    const [year = 0, month = 0] = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format().split('-').map(Number)
    const before = month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
    expect(initialDraft({ month: f.text({ label: ['月份', 'Month'], max: 7, lastMonth: true }) })).toEqual({ month: before })
  })

  it('requires values with the texts of the specification', () => {
    const errors = checkDraft(fields, initialDraft(fields), 'create')
    expect(errors).toEqual({
      name: ['请输入名称', 'Name is required'],
      duration: ['请输入时长', 'Duration is required'],
      password: ['请输入密码', 'Password is required'],
    })
  })

  it('validates by the field type, as the server does', () => {
    const errors = checkDraft(fields, { name: '一二三四五六', kind: 1, duration: 4000, password: 'x' }, 'create')
    expect(errors.name).toEqual(['不能超过5个字符', 'must have at most 5 characters'])
    expect(errors.duration).toEqual(['不能大于3600', 'must be at most 3600'])
  })

  it('reports input that is not a value', () => {
    expect(checkDraft(fields, { name: 'a', kind: 1, duration: undefined, password: 'x' }, 'create')).toEqual({
      duration: ['格式不正确', 'has the wrong format'],
    })
  })

  it('does not require fields whose rule is not met', () => {
    const draft = { name: 'a', kind: 0, duration: null, password: 'x' }
    expect(shownNames(fields, draft)).not.toContain('duration')
    expect(checkDraft(fields, draft, 'create')).toEqual({})
    expect(changes(fields, draft, null)).not.toHaveProperty('duration')
  })

  it('keeps a secret that is left empty while editing', () => {
    expect(checkDraft(fields, { name: 'a', kind: 0, password: null }, 'edit')).toEqual({})
  })

  it('accepts an unchanged stored value that would be refused now', () => {
    const old = { name: '一二三四五六', kind: 0 }
    expect(checkDraft(fields, { ...old, postId: '7' }, 'edit', old)).toEqual({})
    expect(checkDraft(fields, { ...old, name: '一二三四五六七' }, 'edit', old)).toHaveProperty('name')
  })

  it('offers only fields that are writable in its mode', () => {
    expect(Object.keys(writable(fields, 'edit'))).toEqual(['name', 'kind', 'duration', 'password', 'postId'])
    expect(Object.keys(writable(fields, 'create'))).toContain('code')
  })

  it('lists the changed fields', () => {
    const old = { name: 'a', kind: 0, postId: '7' }
    expect(changes(fields, { ...old, name: 'b' }, old)).toEqual({ name: 'b' })
    expect(changes(fields, old, old)).toEqual({})
  })
})

describe('server error', () => {
  it('is shown at its field, found by its name on the wire', () => {
    expect(readRefusal(fields, 'lampPostId:不存在')).toEqual({ errors: { postId: ['不存在', '不存在'] }, rest: '' })
    expect(readRefusal(fields, 'name: is too long').errors.name?.[1]).toBe('is too long')
    expect(readRefusal(fields, 'Name is already used', 'name').errors.name?.[1]).toBe('Name is already used')
    expect(readRefusal(fields, '数据不存在或已被删除', 'lampPostId')).toEqual({
      errors: { postId: ['数据不存在或已被删除', '数据不存在或已被删除'] },
      rest: '',
    })
    expect(readRefusal(fields, 'lampPostId:不存在', 'lampPostId').errors.postId?.[0]).toBe('不存在')
  })

  it('is shown at the top when it names no field of the form', () => {
    expect(readRefusal(fields, '不能授予', 'elsewhere')).toEqual({ errors: {}, rest: '不能授予' })
    expect(readRefusal(fields, '租户编号已存在')).toEqual({ errors: {}, rest: '租户编号已存在' })
    expect(readRefusal(fields, '缺少必要的请求参数: ids')).toEqual({ errors: {}, rest: '缺少必要的请求参数: ids' })
  })
})

describe('sections', () => {
  it('follow the definition and contain every field', () => {
    const resource = defineResource({
      name: 'a.b',
      label: ['甲', 'A'],
      code: 'b',
      scope: 'tenant',
      roles: 'devices',
      api: { base: 'x/b', verbs: ['page'] },
      fields,
      form: { sections: [{ label: ['基本', 'Basics'], fields: ['kind', 'name'] }] },
    })
    expect(sectionsOf(resource, ['name', 'kind', 'duration'])).toEqual([
      { label: ['基本', 'Basics'], names: ['kind', 'name'] },
      { label: ['其他', 'Other'], names: ['duration'] },
    ])
    expect(sectionsOf({}, ['name'])).toEqual([{ label: null, names: ['name'] }])
  })
})
