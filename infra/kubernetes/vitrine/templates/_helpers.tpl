{{/* The prefix of all names. The longest suffix has 15 characters, and a name may have 63. */}}
{{- define "vitrine.name" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 48 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 48 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 48 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The labels below take (dict "root" $ "component" "delivery"). These never change, as selectors cannot. */}}
{{- define "vitrine.selector" -}}
app.kubernetes.io/name: vitrine
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "vitrine.labels" -}}
{{ include "vitrine.selector" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Takes (dict "root" $ "image" .Values.delivery.image). A digest wins over a tag. */}}
{{- define "vitrine.image" -}}
{{- $registry := required "image.registry is empty: name where the images are, such as ghcr.io/acme" .root.Values.image.registry -}}
{{- $repository := printf "%s/%s" (trimSuffix "/" $registry) .image.name -}}
{{- if .image.digest -}}
{{- printf "%s@%s" $repository .image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (.image.tag | default .root.Values.image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* A setting as text. Helm reads whole numbers as floats, which it would write as 1e+09. */}}
{{- define "vitrine.text" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) -}}
{{- printf "%.0f" . -}}
{{- else -}}
{{- toString . -}}
{{- end -}}
{{- end -}}

{{/*
The settings of a service, its own before the common ones, as JSON: (dict "root" $ "of" .Values.delivery).
Not by `merge`, for which 0 is no value.
*/}}
{{- define "vitrine.merged" -}}
{{- $merged := dict -}}
{{- range list .root.Values.settings .of.settings -}}
{{- range $name, $value := . -}}
{{- $_ := set $merged $name $value -}}
{{- end -}}
{{- end -}}
{{- toJson $merged -}}
{{- end -}}

{{/* The same as a list of variables. */}}
{{- define "vitrine.settings" -}}
{{- $_ := include "vitrine.publicUrl" .root }}
{{- $_ := required "settings.S3_ENDPOINT is empty: name the S3 store, such as https://s3.eu-central-1.amazonaws.com" .root.Values.settings.S3_ENDPOINT }}
{{- range $name, $value := include "vitrine.merged" . | fromJson }}
{{- $text := include "vitrine.text" $value }}
{{- if ne $text "" }}
- name: {{ $name }}
  value: {{ $text | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{/* A variable whose value is in a Secret: (dict "root" $ "name" "REDIS_URL" "secret" .Values.secrets.redisUrl). Without a key there is none. */}}
{{- define "vitrine.secret" -}}
{{- if .secret.key }}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret.name | default .root.Values.secrets.name }}
      key: {{ .secret.key }}
{{- end }}
{{- end -}}

{{/* The secrets that both services need. */}}
{{- define "vitrine.commonSecrets" -}}
{{- range $name, $secret := dict "REDIS_URL" .Values.secrets.redisUrl "S3_ACCESS_KEY" .Values.secrets.s3AccessKey "S3_SECRET_KEY" .Values.secrets.s3SecretKey "OBJECT_SECRET" .Values.secrets.objectSecret }}
{{- include "vitrine.secret" (dict "root" $ "name" $name "secret" $secret) }}
{{- end }}
{{- end -}}

{{/* From SIGTERM to the end: the shutdown delay, then requests in flight, then ten seconds for what has to be written. */}}
{{- define "vitrine.gracePeriod" -}}
{{- $settings := include "vitrine.merged" . | fromJson -}}
{{- $delay := hasKey $settings "SHUTDOWN_DELAY_SECONDS" | ternary $settings.SHUTDOWN_DELAY_SECONDS 5 -}}
{{- $drain := hasKey $settings "DRAIN_SECONDS" | ternary $settings.DRAIN_SECONDS 10 -}}
{{- addf $delay $drain 10 | ceil | int -}}
{{- end -}}

{{/* What the pods of all components have in common: (dict "root" $ "of" .Values.delivery). */}}
{{- define "vitrine.pod" -}}
automountServiceAccountToken: false
# Otherwise Kubernetes adds variables for each Service of the namespace.
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
{{- with .of.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .of.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .of.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .of.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Pods of a component are spread over zones and nodes as evenly as there is room, those of a new release by themselves. */}}
{{- define "vitrine.spread" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "vitrine.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end -}}

{{- define "vitrine.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}

{{/*
The probes of a service, on a port of its own. /healthz calls no dependency, so that a restart is the answer
to a process that hangs and to nothing else. /readyz answers within half a second.
*/}}
{{- define "vitrine.probes" -}}
startupProbe:
  httpGet:
    path: /healthz
    port: probes
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 90
livenessProbe:
  httpGet:
    path: /healthz
    port: probes
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet:
    path: /readyz
    port: probes
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 2
{{- end -}}

{{/* A private certificate authority, for the servers that a component connects to. */}}
{{- define "vitrine.authorityVariable" -}}
{{- if .Values.certificateAuthority.configMap }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/vitrine/authority/{{ .Values.certificateAuthority.key }}
{{- end }}
{{- end -}}

{{- define "vitrine.authorityMount" -}}
{{- if .Values.certificateAuthority.configMap }}
- name: authority
  mountPath: /etc/vitrine/authority
  readOnly: true
{{- end }}
{{- end -}}

{{- define "vitrine.authorityVolume" -}}
{{- if .Values.certificateAuthority.configMap }}
- name: authority
  configMap:
    name: {{ .Values.certificateAuthority.configMap }}
{{- end }}
{{- end -}}

{{/* One rule of a network policy: the ports of an edge, and its peers. Without ports there is none; without peers it is any. */}}
{{- define "vitrine.egress" -}}
{{- if .ports }}
- ports:
    {{- range .ports }}
    - port: {{ . }}
      protocol: TCP
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "vitrine.egressDns" -}}
- ports:
    - port: 53
      protocol: UDP
    - port: 53
      protocol: TCP
  {{- with .Values.networkPolicy.dns.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Who may call a service. The node itself, whose kubelet calls the probes, always may. */}}
{{- define "vitrine.ingress" -}}
- ports:
    - port: http
      protocol: TCP
  {{- with .Values.networkPolicy.router.from }}
  from:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- with .Values.networkPolicy.metrics.from }}
- ports:
    - port: probes
      protocol: TCP
  from:
    {{- toYaml . | nindent 4 }}
{{- end }}
{{- end -}}

{{/* The host of PUBLIC_URL, for the routes. */}}
{{- define "vitrine.host" -}}
{{- (urlParse (include "vitrine.publicUrl" .)).hostname -}}
{{- end -}}

{{- define "vitrine.publicUrl" -}}
{{- required "settings.PUBLIC_URL is empty: name the public address, such as https://images.example.com" .Values.settings.PUBLIC_URL -}}
{{- end -}}

{{/*
The scheduled jobs by their component, as JSON: when they run, their command, and the settings and secrets that they get.
*/}}
{{- define "vitrine.backupJobs" -}}
{{- $jobs := dict -}}
{{- with .Values.backups -}}
{{- if .enabled -}}
{{- $vault := required "backups.vault is empty: name where they are kept, such as s3://backups/vitrine" .vault -}}
{{- $settings := dict -}}
{{- range $name, $value := $.Values.settings -}}
{{- if hasPrefix "S3_" $name }}{{ $_ := set $settings $name $value }}{{ end -}}
{{- end -}}
{{- $settings = mergeOverwrite $settings .settings -}}
{{- $secrets := dict "S3_ACCESS_KEY" $.Values.secrets.s3AccessKey "S3_SECRET_KEY" $.Values.secrets.s3SecretKey "BACKUP_S3_ACCESS_KEY" $.Values.secrets.backupS3AccessKey "BACKUP_S3_SECRET_KEY" $.Values.secrets.backupS3SecretKey -}}
{{- $backup := list "vitrine" "backup" "--to" $vault "--keep" (toString (int .keep)) -}}
{{- /* A backup itself does without OBJECT_SECRET: a restore is a copy of this job. */ -}}
{{- $own := dict "DATABASE_URL" $.Values.secrets.ownerDatabaseUrl "OBJECT_SECRET" $.Values.secrets.objectSecret -}}
{{- $_ := set $jobs "backup" (dict "schedule" .schedule "command" $backup "settings" $settings "secrets" (merge $own $secrets)) -}}
{{- if .drill.enabled -}}
{{- $drill := list "vitrine" "drill" "--from" $vault -}}
{{- $server := empty $.Values.secrets.drillDatabaseUrl.key | ternary $.Values.secrets.ownerDatabaseUrl $.Values.secrets.drillDatabaseUrl -}}
{{- $_ := set $jobs "drill" (dict "schedule" .drill.schedule "command" $drill "settings" $settings "secrets" (merge (dict "DATABASE_URL" $server) $secrets)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $jobs -}}
{{- end -}}
