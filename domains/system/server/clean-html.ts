import sanitize from 'sanitize-html'
import { FILE_PATH } from './files.port.ts'

const TAGS = [
  ...['p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 's', 'h1', 'h2', 'h3', 'h4'],
  ...['ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a', 'img'],
]

/** A file of this server and no other call: `..` and encoded slashes would lead away from the path of the files. */
const FILE = new RegExp(`^${FILE_PATH}/\\d{1,19}\\?[\\w=&-]+$`)
/** Editors of other consoles write the absolute link of a file: without its host the file is one of this server. */
const withoutHost = (address: string): string => address.replace(new RegExp(`^https?://[^/?#]+(?=${FILE_PATH}/)`, 'i'), '')
/** Address of a page elsewhere, a mail or a phone number; relative ones could be calls of this server. */
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i

/** Rich text without anything that could run, load from elsewhere or dress up: known tags, links that open apart, pictures of this server alone. */
export const cleanHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { ...(LINK.test(href) || FILE.test(href) ? { href } : {}), rel: 'noopener noreferrer', target: '_blank' },
      }),
      img: (tagName, { src = '', ...attribs }) => ({ tagName, attribs: { ...attribs, src: withoutHost(src) } }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !FILE.test(attribs.src ?? ''),
  }).trim()
