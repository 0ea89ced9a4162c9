import { inScript } from './page.js'

/** When the first picture of a slow connection is there, and how long each of the others takes, ms. */
const slow = { firstMs: 1500, eachMs: 400 }

/**
 * Shows pictures as a slow connection does: each keeps its placeholder for a while after it has loaded, once.
 * The observer runs before the next frame, so no picture is seen too early.
 */
const slowPictures = `const slowPictures=(shadow)=>{
const sheet=new CSSStyleSheet(),shown=new Set(),waiting=new Set()
let next=0
sheet.replaceSync('img:not([data-shown]){object-position:-999vw 0!important}')
const show=(image)=>{
if('shown'in image.dataset)return
image.dataset.shown=''
if(image.closest('.live'))image.classList.add('loaded')}
const delay=(address)=>{
if(waiting.has(address))return
waiting.add(address)
next=Math.max(performance.now()+${slow.firstMs},next+${slow.eachMs})
setTimeout(()=>{shown.add(address);look()},next-performance.now())}
const look=()=>{
if(!shadow.adoptedStyleSheets.includes(sheet))shadow.adoptedStyleSheets=[...shadow.adoptedStyleSheets,sheet]
for(const image of shadow.querySelectorAll('img')){
if(shown.has(image.currentSrc)){show(image);continue}
if(image.classList.contains('loaded'))image.classList.remove('loaded')
if(image.naturalWidth)delay(image.currentSrc)}}
new MutationObserver(look).observe(shadow,{childList:true,subtree:true,attributes:true,attributeFilter:['class']})
shadow.addEventListener('load',look,true)
look()}`

/**
 * Runs before the embed. Messages of other windows, of other origins or of another shape are ignored.
 * A query for reduced motion is answered as the message says; `all` always matches.
 */
export const previewScript = (
  home: string,
) => `const home=${inScript(JSON.stringify(home))},isText=(value)=>typeof value==='string'
const query=matchMedia.bind(window)
let isStill=false,isSlow=false
window.matchMedia=(text)=>query(isStill&&text.includes('prefers-reduced-motion')?'all':text)
${slowPictures}
const isShown=(published)=>published!==null&&typeof published==='object'&&Array.isArray(published.assets)
&&isText(published.widget?.layout)&&isText(published.widget.config)&&isText(published.widget.theme)
addEventListener('message',({source,origin,data})=>{
if(parent===window||source!==parent||origin!==home||data?.vitrine!=='preview'||!isShown(data.published))return
const{dir,scheme,motion,scripts,connection}=data.surroundings??{},root=document.documentElement
root.dir=dir==='rtl'?'rtl':'ltr'
root.dataset.scheme=scheme==='dark'?'dark':'light'
isStill=motion==='reduced'
const widget=document.querySelector('vitrine-widget')
if(connection==='slow'&&!isSlow){isSlow=true;slowPictures(widget.shadowRoot??widget.attachShadow({mode:'open'}))}
widget.data={...data.published,isStill:scripts==='off'}})
for(const kind of['click','auxclick'])addEventListener(kind,(event)=>{
if(event.composedPath().some(({localName})=>localName==='a'))event.preventDefault()},true)
customElements.whenDefined('vitrine-widget').then(()=>{
if(parent!==window)parent.postMessage({vitrine:'preview-ready'},home)})`
