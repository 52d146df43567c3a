# The site of compose.yaml: web processes, and beside each those in which bots think. See docs/host.md.
FROM python:3.13-slim AS built
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
RUN --mount=type=bind,from=built,source=/wheels,target=/wheels \
    pip install --no-cache-dir "$(ls /wheels/*.whl)[servers]" \
    && useradd --system tanelorn \
    && install -d -m 700 -o tanelorn /data
USER tanelorn
ENV TANELORN_DATA=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8642
HEALTHCHECK --interval=20s --timeout=15s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8642/health', timeout=14)"]
CMD ["tanelorn", "serve", "--club", "--no-open", "--host", "0.0.0.0", "--port", "8642", "--processes", "2"]
