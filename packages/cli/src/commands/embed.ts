import { Option } from '@commander-js/extra-typings'
import { orThrow } from '@vitrine/sdk'
import { CommandError, exitCodes } from '../failure.js'
import { getWidget } from '../find-widget.js'
import type { Group } from '../group.js'

const forms = ['script', 'pinnedScript', 'snippet', 'place', 'iframe', 'iframeScript'] as const
const styles = ['inline', 'files'] as const

export const group: Group = {
  operations: ['getWidgetEmbed'],
  attach: (command, context) => {
    command
      .argument('<slug>', 'of the widget, or its id')
      .addOption(
        new Option('--form <form>', 'of the code').choices(forms).default('script' as const),
      )
      .option('--lang <language>', 'of the page, such as en')
      .option(
        '--width <pixels>',
        'of the place on the page; the code then asks for the first picture early',
      )
      .addOption(
        new Option(
          '--styles <where>',
          'in the snippet, or in files for sites that forbid that',
        ).choices(styles),
      )
      .option('--api-key-id <id>', 'the key that the code is for')
      .action(async (slug, { form, lang, width, styles, apiKeyId }) => {
        const vitrine = await context.vitrine()
        const projectId = await context.projectId()
        const widget = await getWidget(vitrine, projectId, slug)
        const query = {
          ...(lang !== undefined && { lang }),
          ...(width !== undefined && { width }),
          ...(styles !== undefined && { styles }),
          ...(apiKeyId !== undefined && { apiKeyId }),
        }
        const params = { path: { projectId, widgetId: widget.id }, query }
        const path = '/api/projects/{projectId}/widgets/{widgetId}/embed'
        const embed = await orThrow(vitrine.GET(path, { params }))
        if (!context.output.isPeople) return context.output.item(embed)
        const code = embed[form]
        if (code === null) throw new CommandError(noSnippet(widget), exitCodes.refused)
        await context.output.write(`${code}\n`)
      })
  },
}

const noSnippet = ({ slug, status }: { slug: string; status: string }): string =>
  status === 'PUBLISHED'
    ? `The texts of "${slug}" are too long for a snippet. Use another form.`
    : `"${slug}" is a draft and has no snippet. Publish it first.`
