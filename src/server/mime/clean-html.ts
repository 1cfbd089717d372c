import sanitize from 'sanitize-html'

/**
 * Allows no functions except those of colors and `calc`, and no escapes, because others could load
 * something.
 */
const harmless =
  /^(?:(?:rgba?|hsla?|calc)\(|[^\\():;@])*(?:\)(?:(?:rgba?|hsla?|calc)\(|[^\\():;@])*)*$/i

const sides = ['', '-top', '-right', '-bottom', '-left']

const properties = [
  'color',
  'background',
  'background-color',
  'opacity',
  'direction',
  'display',
  'float',
  'clear',
  'font',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'line-height',
  'text-align',
  'text-decoration',
  'text-indent',
  'text-transform',
  'letter-spacing',
  'white-space',
  'word-break',
  'word-wrap',
  'overflow-wrap',
  'vertical-align',
  'width',
  'min-width',
  'max-width',
  'height',
  'min-height',
  'max-height',
  'table-layout',
  'list-style-type',
  'border-collapse',
  'border-spacing',
  'border-radius',
  ...sides.flatMap((side) => [`margin${side}`, `padding${side}`, `border${side}`]),
  'border-color',
  'border-style',
  'border-width',
]

const options: sanitize.IOptions = {
  allowedTags: [
    ...sanitize.defaults.allowedTags,
    'img',
    'font',
    'center',
    'big',
    'strike',
    'tt',
    'del',
    'ins',
  ],
  /** These elements are removed together with their content. */
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'title',
    'noscript',
    'noframes',
    'noembed',
    'iframe',
    'object',
    'template',
    'svg',
    'math',
    'video',
    'audio',
    'canvas',
  ],
  allowedAttributes: {
    '*': [
      'style',
      'dir',
      'lang',
      'title',
      'align',
      'valign',
      'bgcolor',
      'color',
      'face',
      'size',
      'width',
      'height',
      'border',
      'cellpadding',
      'cellspacing',
      'colspan',
      'rowspan',
    ],
    a: ['href', 'rel'],
    img: ['src', 'alt'],
    ol: ['start', 'type'],
  },
  allowedStyles: { '*': Object.fromEntries(properties.map((name) => [name, [harmless]])) },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
}

const pictureForm = /^data:image\/(png|jpeg|gif|webp);base64,/i

/**
 * Cleans the HTML of a mail so that nothing in it runs or loads anything. Its sender therefore
 * cannot find out when it is read.
 *
 * @param pictures the mail's own pictures by Content-ID, as data URLs.
 */
export function cleanHtml(html: string, pictures: ReadonlyMap<string, string>): string {
  return sanitize(html, {
    ...options,
    transformTags: {
      a: (tagName, { href = '' }) => ({ tagName, attribs: { href, rel: 'nofollow noopener' } }),
      img(tagName, { src = '', ...attribs }) {
        const [, id = ''] = /^cid:(.+)$/i.exec(src) ?? []
        const own = pictures.get(id) ?? src
        return { tagName, attribs: { ...(pictureForm.test(own) && { src: own }), ...attribs } }
      },
    },
  })
}
