import { FILE_PATH } from './files.port.ts'

const TAGS = [
  'p',
  'br',
  'hr',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'h1',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'pre',
  'a',
  'img',
]

/** Address of a file of this server and of no other call: `..` and encoded slashes would leave the path of the files. */
const FILE = new RegExp(`^${FILE_PATH}/\\d{1,19}\\?[\\w=&-]+$`)
/** Removes the host of an absolute file address, which editors of other consoles write: the file is then one of this server. */
const withoutHost = (address: string): string => address.replace(new RegExp(`^https?://[^/?#]+(?=${FILE_PATH}/)`, 'i'), '')
/** Address of an external page, a mail or a phone number; relative addresses could be calls of this server. */
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i

/**
 * Removes everything from rich text that could run, load from elsewhere or imitate the console: keeps known tags, links that
 * open in a new window, and pictures of this server.
 * The parser is loaded at the first use: until then the server's heap is smaller.
 */
export const cleanHtml = async (html: string): Promise<string> => {
  const { default: sanitize } = await import('sanitize-html')
  return sanitize(html, {
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
}
