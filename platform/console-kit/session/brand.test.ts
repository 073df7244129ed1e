import { expect, test } from 'vitest'
import { brandFrom, brandOf } from './brand.ts'

test('rule.ui.title.platform rule.ui.title.666666 lay.page-title: the product title is that of the tenant', () => {
  expect(brandOf('000000')).toEqual(['智慧照明管理平台', 'Smart Lighting Platform'])
  expect(brandOf(null)).toEqual(brandOf('100001'))
  expect(brandOf('666666')).toEqual(['乡村路灯管理平台', 'Village Street-lamp Platform'])
})

test('rule.ui.title.landing lay.landing-title: a host has its own title and pictures; values that are no picture address are ignored', () => {
  const answer = {
    tenantId: '100001',
    tenantName: '滨江',
    title: '滨江智慧路灯',
    logoUrl: '/api/logo/1',
    backgroundUrl: 'javascript:alert(1)',
  }
  expect(brandFrom(answer)).toEqual({ tenantId: '100001', title: '滨江智慧路灯', logo: '/api/logo/1', background: null, captcha: false })
  expect(brandFrom({ tenantId: '1', tenantName: '滨江', logoUrl: '//evil.example' })).toMatchObject({ title: '滨江', logo: null })
  expect(brandFrom({})).toMatchObject({ tenantId: null, title: null })
  expect(brandFrom(null).captcha).toBe(false)
})
