import { VitrineWidget } from './element/vitrine-widget.js'

// A page may include the script twice.
if (!customElements.get('vitrine-widget')) customElements.define('vitrine-widget', VitrineWidget)
