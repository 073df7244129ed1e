import { expect, test } from 'vitest'
import { aliSignature } from './sms-drivers.ts'

test('the signature of Alibaba Cloud’s documented example comes out', () => {
  const query = {
    Timestamp: '2016-02-23T12:46:24Z',
    Format: 'XML',
    AccessKeyId: 'testid',
    Action: 'DescribeRegions',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
    Version: '2014-05-26',
    SignatureVersion: '1.0',
  }
  expect(aliSignature('GET', query, 'testsecret')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=')
})
