import sanitize from 'sanitize-html'
import { FILE_PATH } from './files.port.ts'

const TAGS = [
  ...['p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 's', 'h1', 'h2', 'h3', 'h4'],
  ...['ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a', 'img'],
]

/** Rich text without anything that could run, load from elsewhere or dress up: known tags, links that open apart, pictures of this server alone. */
export const cleanHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith(`${FILE_PATH}/`),
  }).trim()
